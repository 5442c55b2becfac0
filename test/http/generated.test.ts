/**
 * The description taken at its word: what fits a schema is never refused for its form, what does not fit always is, and
 * every answer is as it is described (the client of these suites checks that by itself).
 */
import type { ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cents } from "../../src/billing/pricing.ts";
import type { Plan } from "../../src/planning/plan.ts";
import { BODY_LIMIT_BYTES } from "../../src/http/body.ts";
import { tidy } from "../../src/http/api/fields.ts";
import { ajvOver } from "./described.ts";
import { fitting } from "./from-schema.ts";
import type { Schema } from "./from-schema.ts";
import type { Answer, Loose, OpenDoor } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, CALL_ID, ScriptedOperations } from "./scripted-operations.ts";

type Operation = { readonly method: string; readonly path: string; readonly body: string };
const OPERATIONS: readonly Operation[] = [
  { method: "POST", path: "/v1/calls", body: "CallRequest" },
  { method: "POST", path: "/v1/calls/plan", body: "CallRequest" },
  { method: "POST", path: `/v1/calls/${CALL_ID}/answer`, body: "AnswerRequest" },
  { method: "POST", path: `/v1/calls/${CALL_ID}/share`, body: "ShareRequest" },
  { method: "PATCH", path: "/v1/account", body: "AccountPatch" },
];
const PLAN = {
  ...{ openingLine: "Hello.", checklist: [], likelyQuestions: [], openNow: null, callable: true, blocked: null },
  ...{ warnings: [], cost: { minCents: 0 as const, typicalCents: cents(100), maxCents: cents(725) } },
} satisfies Plan;

let api: OpenDoor;
let document: Loose;
const validators = new Map<string, ValidateFunction>();
beforeAll(async () => {
  api = await openDoor({
    operations: new ScriptedOperations(),
    around: {
      shareCall: () => ({ url: "http://127.0.0.1/s/x", message: "shared" }),
      readShared: () => null,
      planCall: () => Promise.resolve(PLAN),
      findBusinesses: () => Promise.resolve([]),
    },
  });
  document = (await api.client.get("/openapi.json")).json;
  const ajv = ajvOver(document);
  for (const { body } of OPERATIONS) {
    validators.set(body, ajv.compile({ $ref: `doc:/openapi.json#/components/schemas/${body}` }));
  }
});
afterAll(() => api.server.close());

const component = (name: string): Schema => document["components"]?.["schemas"]?.[name] as unknown as Schema;
const resolve = (ref: string): Schema => component(ref.split("/").at(-1) ?? "");
const send = ({ method, path }: Operation, body: unknown): Promise<Answer> =>
  api.client.ask(method, path, { body, ...(path === "/v1/calls/plan" || path === "/v1/calls" ? {} : { key: ALICE }) });

type Body = Readonly<Record<string, unknown>>;
/** JSON Schema has no word for "the same but for the space around it". */
function distinct({ questions }: Body): boolean {
  const kept = Array.isArray(questions) ? questions.map((one) => (typeof one === "string" ? tidy(one) : one)) : [];
  return new Set(kept).size === kept.length;
}
/** Keys are looked at before fields: a wrong one is 401. */
const keyless = ({ account_key: key }: Body): boolean => typeof key !== "string" || key.trim() === "";
const fittingBody = (name: string): fc.Arbitrary<Body> =>
  fitting(component(name), resolve)
    .map((body) => body as Body)
    .filter((body) => distinct(body) && keyless(body));

/** Values in place of a field, most of which it cannot have. */
const anythingElse: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(0, 1.5, true, [], {}, [[]], "", " ", "\u0000", "a\u0007", "\r", "\u0085", "\ufeff", null),
  fc.constantFrom(300, 1001, 2001, 4001).map((length) => "x".repeat(length)),
  fc.constant(Array.from({ length: 21 }, (_, index) => `${index}?`)),
  fc.constantFrom("12025550142", "+1202555014", "+999123456789", "tel:+12025550142", "tlh", ["a", "a"], ["a", 5]),
);

describe.each(OPERATIONS)("the body of $method $path", (operation) => {
  it("that fits its schema is never refused for its form", async () => {
    await fc.assert(
      fc.asyncProperty(fittingBody(operation.body), async (body) => {
        fc.pre(Buffer.byteLength(JSON.stringify(body)) <= BODY_LIMIT_BYTES);
        const answer = await send(operation, body);
        expect([400, 413, 415], answer.text).not.toContain(answer.status);
      }),
      { numRuns: 100 },
    );
  });

  it("that does not fit is always refused with 400", async () => {
    const names = [...Object.keys(component(operation.body).properties ?? {}), "other"];
    const changed = fc
      .tuple(fittingBody(operation.body), fc.constantFrom(...names), anythingElse)
      .chain(([body, name, value]) => {
        const { [name]: _, ...without } = body;
        return fc.constantFrom<Body>({ ...without, [name]: value }, without);
      });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(changed, async (body) => {
        const fits = validators.get(operation.body)?.(body) === true;
        fc.pre(keyless(body) && (!fits || distinct(body)));
        const answer = await send(operation, body);
        if (fits) expect(answer.status, JSON.stringify(body)).not.toBe(400);
        else expect(answer.status, JSON.stringify(body)).toBe(400);
        refused += fits ? 0 : 1;
      }),
      { numRuns: 150 },
    );
    expect(refused).toBeGreaterThan(10);
  });
});

type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };

describe.each([
  ["/calls", "get"],
  ["/calls/{id}", "get"],
  ["/businesses", "get"],
  ["/calls/{id}/events", "get"],
  ["/calls/{id}/hangup", "post"],
] as const)("the parameters of %s %s", (path, method) => {
  const ask = (values: readonly (readonly [Parameter, string])[]): Promise<Answer> => {
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    let filled: string = path;
    for (const [parameter, value] of values) {
      if (parameter.in === "query") query.set(parameter.name, value);
      else if (parameter.in === "header") headers[parameter.name] = value;
      else filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    }
    const url = `/v1${filled}?${query.toString()}`;
    return api.client.ask(method === "post" ? "POST" : path.endsWith("events") ? "HEAD" : "GET", url, {
      key: ALICE,
      headers,
    });
  };
  const parameters = (): readonly Parameter[] =>
    (document["paths"]?.[path]?.[method]?.["parameters"] ?? []) as unknown as Parameter[];
  /** Waiting is no matter of form. */
  const value = ({ name, schema }: Parameter): fc.Arbitrary<string> =>
    name === "wait" ? fc.constant("0") : fitting(schema, resolve).map(String);
  const asHeader = (text: string): boolean => /^[ -~]*$/.test(text);

  it("that fit are never refused for their form", async () => {
    const all = fc.tuple(...parameters().map((one) => value(one).map((text) => [one, text] as const)));
    await fc.assert(
      fc.asyncProperty(all, async (values) => {
        fc.pre(values.every(([one, text]) => one.in !== "header" || asHeader(text)));
        expect((await ask(values)).status).not.toBe(400);
      }),
      { numRuns: 100 },
    );
  });

  it("that do not fit are refused: with 400, and for the id of a call with 404", async () => {
    const wrong = fc.constantFrom("", "-1", "51", "101", "1.5", "x", "call_", "call-1", "\u0001", "z".repeat(300));
    for (const parameter of parameters()) {
      const { pattern, enum: words, minimum, maximum, maxLength } = parameter.schema;
      if (pattern === undefined && words === undefined && maximum === undefined) continue;
      const fits = (text: string): boolean =>
        (pattern === undefined || new RegExp(pattern, "u").test(text)) &&
        (words === undefined || words.includes(text)) &&
        [...text].length <= (maxLength ?? Infinity) &&
        (maximum === undefined || (/^[0-9]+$/.test(text) && Number(text) >= (minimum ?? 0) && Number(text) <= maximum));
      const others = parameters().filter((one) => one !== parameter);
      await fc.assert(
        fc.asyncProperty(fc.tuple(wrong, ...others.map(value)), async ([text, ...rest]) => {
          fc.pre(
            !fits(text) && (parameter.in !== "header" || asHeader(text)) && (parameter.in !== "path" || text !== ""),
          );
          fc.pre(rest.every((one, index) => others[index]?.in !== "header" || asHeader(one)));
          const values = [[parameter, text], ...others.map((one, index) => [one, rest[index] ?? ""] as const)] as const;
          expect((await ask(values)).status, `${parameter.name}=${text}`).toBe(parameter.in === "path" ? 404 : 400);
        }),
        { numRuns: 40 },
      );
    }
  });
});
