/**
 * The scenario of sipp as a carrier that does what the dialled number says: `+1 M SSS nnnnnn`, where M is the manner
 * and SSS a SIP status. Written as XML here because sipp takes no status from a variable: each needs lines of its own.
 */
export const MANNERS = {
  /** The status at once. */
  at_once: 1,
  /** 180, then the status. */
  ringing: 2,
  /** 183 with SDP, then the status. */
  early_media: 3,
  /** 180, then waits for the CANCEL. */
  rings_on: 4,
  /** 180, and answers the CANCEL with a 200 to the INVITE. */
  crosses_cancel: 5,
  /** 200, and waits for the BYE. */
  answers: 6,
  /** 200, and says BYE itself. */
  answers_and_leaves: 7,
  /** 100, then silence until the CANCEL. */
  trying_only: 8,
  silent: 9,
  /** 183 with SDP, 200, and waits for the BYE. */
  early_media_and_answers: 0,
} as const;
export type Manner = keyof typeof MANNERS;

const COPIED = ["[last_Via:]", "[last_From:]", "[last_To:];tag=[call_number]", "[last_Call-ID:]"];
const CONTACT = "Contact: <sip:[local_ip]:[local_port];transport=[transport]>";
const SDP = [
  "Content-Type: application/sdp",
  "Content-Length: [len]",
  "",
  "v=0",
  "o=carrier 1 1 IN IP[local_ip_type] [local_ip]",
  "s=-",
  "c=IN IP[media_ip_type] [media_ip]",
  "t=0 0",
  "m=audio [media_port] RTP/AVP 0",
  "a=rtpmap:0 PCMU/8000",
  "",
];
const NO_BODY = ["Content-Length: 0", "", ""];

export function carrierScenario(statuses: readonly number[]): string {
  const finals = statuses.flatMap((status) => [label(`final_${status}`), reply(`${status} As Asked`), ack("end")]);
  const chooseFinal = statuses.map((status) => `<nop next="final_${status}" test="s${status}" />`);
  return [
    '<?xml version="1.0" encoding="ISO-8859-1" ?>',
    '<scenario name="carrier">',
    recvInvite(statuses),
    ...Object.entries(MANNERS).map(([name, digit]) => `<nop next="${name}" test="m${digit}" />`),
    ...[label("ringing"), reply("180 Ringing"), pause(300, "final")],
    ...[label("early_media"), reply("183 Session Progress", SDP), pause(300, "final")],
    ...[label("at_once"), label("final"), ...chooseFinal, ...finals],
    ...[label("early_media_and_answers"), reply("183 Session Progress", SDP), pause(300, "answers")],
    ...[label("rings_on"), reply("180 Ringing"), '<nop next="await_cancel" />'],
    ...[label("trying_only"), reply("100 Trying")],
    ...[label("await_cancel"), '<recv request="CANCEL" />', reply("200 OK")],
    ...[replyToInvite("487 Request Terminated", NO_BODY), ack("end")],
    ...[label("crosses_cancel"), reply("180 Ringing"), '<recv request="CANCEL" />', reply("200 OK")],
    ...[replyToInvite("200 OK", SDP), ack(null), '<recv request="BYE" next="bye_ok" />'],
    ...[label("answers"), reply("200 OK", SDP, 500), ack(null), '<recv request="BYE" next="bye_ok" />'],
    ...[label("answers_and_leaves"), reply("200 OK", SDP, 500), ackWithAddresses(), pause(300, null), bye()],
    '<recv response="200" next="end" />',
    ...[label("bye_ok"), reply("200 OK"), '<nop next="end" />'],
    ...[label("silent"), pause(60_000, null)],
    ...[label("end"), "<nop />"],
    "</scenario>",
  ].join("\n");
}

function recvInvite(statuses: readonly number[]): string {
  const number = "sip:[+]?1([0-9])([0-9][0-9][0-9])";
  const compare = (variable: string, value: number, result: string): string =>
    `<strcmp assign_to="d" variable="${variable}" value="${value}" />` +
    `<test assign_to="${result}" variable="d" compare="equal" value="0" />`;
  return [
    '<recv request="INVITE"><action>',
    `<ereg regexp="${number}" search_in="hdr" header="To:" check_it="true" assign_to="all,manner,status" />`,
    '<ereg regexp="[0-9]+" search_in="hdr" header="CSeq:" check_it="true" assign_to="cseq" />',
    '<ereg regexp="sip:[^&gt;]*" search_in="hdr" header="Contact:" check_it="true" assign_to="target" />',
    ...Object.values(MANNERS).map((digit) => compare("manner", digit, `m${digit}`)),
    ...statuses.map((status) => compare("status", status, `s${status}`)),
    // sipp wants every variable to be used.
    '<log message="[$all]" />',
    "</action></recv>",
  ].join("\n");
}

function label(id: string): string {
  return `<label id="${id}" />`;
}

function pause(milliseconds: number, next: string | null): string {
  return `<pause milliseconds="${milliseconds}" ${next === null ? "" : `next="${next}" `}/>`;
}

function ack(next: string | null): string {
  return `<recv request="ACK" ${next === null ? "" : `next="${next}" `}/>`;
}

function reply(statusLine: string, body: readonly string[] = NO_BODY, retransmitMs: number | null = null): string {
  return send([`SIP/2.0 ${statusLine}`, ...COPIED, "[last_CSeq:]", CONTACT, ...body], retransmitMs);
}

/** For when the last request was another one, a CANCEL. */
function replyToInvite(statusLine: string, body: readonly string[]): string {
  return send([`SIP/2.0 ${statusLine}`, ...COPIED, "CSeq: [$cseq] INVITE", CONTACT, ...body], null);
}

function ackWithAddresses(): string {
  const take = (header: string, variable: string): string =>
    `<ereg regexp="&lt;.*&gt;.*" search_in="hdr" header="${header}:" check_it="true" assign_to="${variable}" />`;
  return `<recv request="ACK"><action>${take("From", "caller")}${take("To", "callee")}</action></recv>`;
}

function bye(): string {
  return send(
    [
      "BYE [$target] SIP/2.0",
      "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
      "From: [$callee]",
      "To: [$caller]",
      "[last_Call-ID:]",
      "CSeq: 1 BYE",
      "Max-Forwards: 70",
      ...NO_BODY,
    ],
    500,
  );
}

function send(lines: readonly string[], retransmitMs: number | null): string {
  const retransmit = retransmitMs === null ? "" : ` retrans="${retransmitMs}"`;
  return `<send${retransmit}><![CDATA[\n${lines.join("\n")}\n]]></send>`;
}
