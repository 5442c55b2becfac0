/** Programs to copy, with this appliance's address and number in them. Tests run each as it is printed. */
import type { Shown } from "./chrome.ts";

/** What the examples ask for: the fictional restaurant can answer it. */
export function demoRequest(phone: string) {
  return {
    phone,
    goal: "Book a table for two on Friday at 7 PM",
    questions: ["How much is the dinner menu?"],
    details: "Outside if possible. No allergies.",
    on_behalf_of: "Alex Morgan",
  };
}

export function curlPlace({ baseUrl, demo }: Shown): string {
  return `curl -s ${baseUrl}/v1/calls \\
  -H 'Content-Type: application/json' -d '${JSON.stringify(demoRequest(demo.phone), null, 2)}'`;
}

export function curlFollow({ baseUrl }: Shown): string {
  return `curl -s "${baseUrl}/v1/calls/$CALL_ID?wait=50" \\
  -H "Authorization: Bearer $CALL_KEY"`;
}

export function curlWatch({ baseUrl }: Shown): string {
  return `curl -sN "${baseUrl}/v1/calls/$CALL_ID/events" \\
  -H "Authorization: Bearer $CALL_KEY"`;
}

export function curlWebhook({ baseUrl }: Shown): string {
  return `curl -s ${baseUrl}/v1/webhooks \\
  -H "Authorization: Bearer $OUTDIAL_KEY" \\
  -H 'Content-Type: application/json' -d '{"url": "https://agents.example.com/outdial"}'`;
}

export function curlAnswer({ baseUrl }: Shown): string {
  return `curl -s "${baseUrl}/v1/calls/$CALL_ID/answer" \\
  -H "Authorization: Bearer $CALL_KEY" \\
  -H 'Content-Type: application/json' -d '{"answer": "Outside, please."}'`;
}

export function typescriptCall({ baseUrl, demo }: Shown): string {
  return `// call.ts: node call.ts (Node 24), without any package
import { env } from "node:process";

const base = "${baseUrl}/v1";
const key = env.OUTDIAL_KEY; // the demo number needs none

async function ask(path: string, bearer: string | undefined, body?: object) {
  const response = await fetch(base + path, {
    method: body ? "POST" : "GET",
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(bearer && { Authorization: \`Bearer \${bearer}\` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const answer: any = await response.json();
  if (!response.ok) throw new Error(answer.message_for_user ?? answer.error.message);
  return answer;
}

const placed = await ask("/calls", key, ${JSON.stringify(demoRequest(demo.phone), null, 2)});
const bearer = placed.call_key ?? placed.account_key ?? key;

let call = await ask(\`/calls/\${placed.call_id}\`, bearer);
while (call.status !== "ended") {
  if (call.pending_question) {
    console.log("They ask:", call.pending_question.question);
    await ask(\`/calls/\${placed.call_id}/answer\`, bearer, { answer: "Outside, please." });
  }
  call = await ask(\`/calls/\${placed.call_id}?wait=50\`, bearer);
}
for (const { role, text } of call.transcript) console.log(\`\${role}: \${text}\`);
console.log(call.outcome, call.answers);
`;
}

export function pythonCall({ baseUrl, demo }: Shown): string {
  return `# call.py: python3 call.py, without any package
import json, os, urllib.error, urllib.request

BASE = "${baseUrl}/v1"
key = os.environ.get("OUTDIAL_KEY")  # the demo number needs none

def ask(path, bearer, body=None):
    headers = {"Content-Type": "application/json"} if body else {}
    if bearer:
        headers["Authorization"] = f"Bearer {bearer}"
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(BASE + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        answer = json.load(error)
        raise SystemExit(answer.get("message_for_user") or answer["error"]["message"])

placed = ask("/calls", key, ${JSON.stringify(demoRequest(demo.phone), null, 4)})
bearer = placed.get("call_key") or placed.get("account_key") or key

call = ask(f"/calls/{placed['call_id']}", bearer)
while call["status"] != "ended":
    if call["pending_question"]:
        print("They ask:", call["pending_question"]["question"])
        ask(f"/calls/{placed['call_id']}/answer", bearer, {"answer": "Outside, please."})
    call = ask(f"/calls/{placed['call_id']}?wait=50", bearer)
for line in call["transcript"]:
    print(f"{line['role']}: {line['text']}")
print(json.dumps({"outcome": call["outcome"], "answers": call["answers"]}, indent=2))
`;
}

/** The configuration of clients that take agent tools, by the client's name and where it keeps it. */
export function clientConfigurations({ baseUrl }: Shown): readonly (readonly [name: string, text: string])[] {
  const remote = { url: `${baseUrl}/mcp`, headers: { Authorization: "Bearer svc_…" } };
  const started = {
    command: "npm",
    args: ["run", "--silent", "--prefix", "/path/to/outdial", "mcp"],
    env: { OUTDIAL_URL: baseUrl, OUTDIAL_KEY: "svc_…" },
  };
  const file = (value: object): string => JSON.stringify(value, null, 2);
  return [
    ["Claude Code", `claude mcp add --transport http outdial ${remote.url} --header "Authorization: Bearer svc_…"`],
    ["Cursor: .cursor/mcp.json", file({ mcpServers: { outdial: remote } })],
    ["VS Code: .vscode/mcp.json", file({ servers: { outdial: { type: "http", ...remote } } })],
    ["Claude Desktop, and others that start a program", file({ mcpServers: { outdial: started } })],
    [
      "Codex: ~/.codex/config.toml",
      `[mcp_servers.outdial]\nurl = "${remote.url}"\nbearer_token_env_var = "OUTDIAL_KEY"`,
    ],
  ];
}
