/** Where the `call_id` of one answer leads. */
const toCall = { id: "$response.body#/call_id" };

export const links = {
  getCall: { operationId: "getCall", parameters: toCall, description: "Follow the call." },
  callEvents: { operationId: "callEvents", parameters: toCall, description: "Follow the call as a stream." },
  answerQuestion: { operationId: "answerQuestion", parameters: toCall, description: "Answer what the business asks." },
  hangUp: { operationId: "hangUp", parameters: toCall, description: "End the call." },
  // It has no operation id.
  shareCall: {
    operationRef: "#/paths/~1calls~1%7Bid%7D~1share/post",
    parameters: toCall,
    description: "Show what came of the call to anybody, once it has ended.",
  },
};
