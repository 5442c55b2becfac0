import type { CallRequestSchema } from "../api/call-request.ts";

/** What of the appliance the description depends on. */
export type Described = {
  readonly serverUrl: string;
  readonly callRequest: CallRequestSchema;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
};
