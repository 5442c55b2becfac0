import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CALL_STATUSES } from "../../src/calls/vocabulary.ts";
import { ajvOver, strictly } from "./described.ts";
import type { Loose } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, CALL_ID, ScriptedOperations } from "./scripted-operations.ts";

const METHODS = ["get", "put", "post", "delete", "patch"];

let text: string;
let document: Loose;
let base: string;
beforeAll(async () => {
  const api = await openDoor({ operations: new ScriptedOperations() });
  base = api.base;
  const answer = await api.client.get("/openapi.json");
  expect((await api.client.get("/v1/openapi.json")).text).toBe(answer.text);
  ({ text } = answer);
  document = JSON.parse(text);
  await api.server.close();
});

type Found = { readonly pointer: string; readonly value: Loose };

/** Every object in the document with where it stands. */
function* walk(value: unknown, pointer = "#"): Generator<Found> {
  if (typeof value !== "object" || value === null) return;
  yield { pointer, value: value as Loose };
  for (const [key, inner] of Object.entries(value)) {
    yield* walk(inner, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

function resolve(pointer: string): unknown {
  let value: unknown = document;
  for (const step of pointer.split("/").slice(1)) {
    value = (value as Record<string, unknown> | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value;
}

const operations = (): [string, string, Loose][] =>
  Object.entries(document["paths"] ?? {}).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]): [string, string, Loose] => [path, method, operation]),
  );

/** Also with methods that `fetch` does not send. Whatever comes after the head, a stream for one, is not waited for. */
async function asked(method: string, url: URL): Promise<{ status: number; allow: string | undefined }> {
  const sent = request(url, { method, headers: { Authorization: `Bearer ${ALICE}`, "Content-Length": "0" } });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.destroy();
  return { status: answer.statusCode ?? 0, allow: answer.headers.allow };
}

describe("openapi.json", () => {
  it("is OpenAPI 3.1.0 of version 1.0.0 and serves {base_url}/v1", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" }, servers: [{ url: `${base}/v1` }] });
  });

  it("passes an independent validator with the official schema", async () => {
    const result = await new Validator().validate(JSON.parse(text));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it("has the operation ids of the specification, each once, and none for sharing", () => {
    const ids = operations().map(
      ([path, method, operation]) => `${String(operation["operationId"] ?? "none")} ${method} ${path}`,
    );
    expect(ids.toSorted()).toEqual([
      "account get /account",
      "addWebhook post /webhooks",
      "answerQuestion post /calls/{id}/answer",
      "callEvents get /calls/{id}/events",
      "findBusiness get /businesses",
      "getCall get /calls/{id}",
      "hangUp post /calls/{id}/hangup",
      "listCalls get /calls",
      "listDeliveries get /webhooks/{id}/deliveries",
      "listWebhooks get /webhooks",
      "none post /calls/{id}/share",
      "placeCall post /calls",
      "planCall post /calls/plan",
      "pricing get /pricing",
      "removeWebhook delete /webhooks/{id}",
      "resendDelivery post /webhooks/{id}/deliveries/{delivery}/resend",
      "rotateWebhookSecret post /webhooks/{id}/rotate",
      "updateAccount patch /account",
    ]);
  });

  it("lists every status of the contract for its operation", () => {
    const statuses = Object.fromEntries(
      operations().map(([, , operation]) => [
        String(operation["operationId"] ?? "share"),
        Object.keys(operation["responses"] ?? {}),
      ]),
    );
    expect(statuses).toEqual({
      placeCall: ["201", "400", "401", "402", "403", "409", "413", "415", "421", "422", "429", "500", "503"],
      listCalls: ["200", "400", "401", "404", "421", "500"],
      getCall: ["200", "400", "401", "404", "421", "429", "500"],
      answerQuestion: ["200", "400", "401", "404", "409", "413", "415", "421", "422", "500", "503"],
      hangUp: ["200", "400", "401", "404", "409", "413", "415", "421", "422", "500", "503"],
      share: ["200", "400", "401", "404", "409", "413", "415", "421", "422", "500", "503"],
      planCall: ["200", "400", "409", "413", "415", "421", "422", "429", "500", "503"],
      findBusiness: ["200", "400", "421", "429", "500", "503"],
      callEvents: ["200", "204", "401", "404", "421", "429", "500"],
      account: ["200", "401", "421", "500"],
      updateAccount: ["200", "400", "401", "413", "415", "421", "500", "503"],
      pricing: ["200", "421", "500"],
      listWebhooks: ["200", "401", "421", "500"],
      addWebhook: ["201", "400", "401", "409", "413", "415", "421", "422", "500", "503"],
      removeWebhook: ["200", "400", "401", "404", "413", "415", "421", "500", "503"],
      rotateWebhookSecret: ["200", "400", "401", "404", "409", "413", "415", "421", "422", "500", "503"],
      listDeliveries: ["200", "400", "401", "404", "421", "500"],
      resendDelivery: ["200", "400", "401", "404", "409", "413", "415", "421", "422", "500", "503"],
    });
  });

  it("asks for the bearer scheme exactly where a key is needed", () => {
    expect(document["components"]?.["securitySchemes"]?.["bearer"]).toMatchObject({ type: "http", scheme: "bearer" });
    const security = Object.fromEntries(
      operations().map(([, , operation]) => [String(operation["operationId"] ?? "share"), operation["security"]]),
    );
    expect(security["placeCall"]).toEqual([{}, { bearer: [] }]);
    for (const id of ["planCall", "findBusiness", "pricing"]) expect(security[id]).toEqual([]);
    const needing = ["listCalls", "getCall", "answerQuestion", "hangUp", "share", "callEvents", "account"];
    for (const id of [...needing, "updateAccount"]) {
      expect(security[id]).toEqual([{ bearer: [] }]);
    }
  });

  it("resolves every reference", () => {
    const references = [...walk(document)].map(({ value }) => value["$ref"]).filter((one) => typeof one === "string");
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) expect(resolve(String(reference)), String(reference)).toBeDefined();
  });

  it("has schemas that are JSON Schema 2020-12", () => {
    const ajv = new Ajv2020({ strict: false });
    const schemas = [...walk(document)].filter(
      ({ pointer }) => /\/(schema|schemas\/[^/]+)$/.test(pointer) && !pointer.includes("/examples/"),
    );
    expect(schemas.length).toBeGreaterThan(30);
    for (const { pointer, value } of schemas) expect(ajv.validateSchema(value), pointer).toBe(true);
  });

  it("has examples that validate, with nothing in them that the schema does not name", () => {
    const strict = strictly(document);
    const ajv = ajvOver(strict);
    const media = [...walk(document)].filter(
      ({ value }) => value["schema"] !== undefined && value["examples"] !== undefined,
    );
    expect(media.length).toBeGreaterThan(40);
    for (const { pointer, value } of media) {
      const fragment = pointer.slice(2).split("/").map(encodeURIComponent).join("/");
      const validate = ajv.compile({ $ref: `doc:/openapi.json#/${fragment}/schema` });
      for (const [name, example] of Object.entries(value["examples"] ?? {})) {
        expect(validate(example["value"]), `${pointer} ${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      }
    }
  });

  it("links to operations that exist, with parameters they have", () => {
    const byId = new Map(operations().map(([, , operation]) => [String(operation["operationId"]), operation]));
    const links = [...walk(document)].filter(({ pointer }) => /\/links\/[^/]+$/.test(pointer));
    expect(links.map(({ value }) => String(value["operationId"]))).toEqual(
      expect.arrayContaining(["getCall", "answerQuestion", "hangUp", "callEvents"]),
    );
    for (const { value } of links) {
      const target = (
        value["operationRef"] === undefined
          ? byId.get(String(value["operationId"]))
          : resolve(decodeURIComponent(String(value["operationRef"])))
      ) as Loose | undefined;
      expect(target).toBeDefined();
      const names = ((target?.["parameters"] ?? []) as unknown as { name: string }[]).map(({ name }) => name);
      for (const parameter of Object.keys(value["parameters"] ?? {})) expect(names).toContain(parameter);
    }
  });

  it("has the methods of each path that Allow names, on OPTIONS and on every method that is refused", async () => {
    const api = await openDoor({ operations: new ScriptedOperations() });
    for (const [path, item] of Object.entries(document["paths"] ?? {})) {
      const described = Object.keys(item).map((method) => method.toUpperCase());
      const allowed = [...described, ...(described.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
      const url = new URL(`/v1${path.replace("{id}", CALL_ID)}`, api.base);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "OPTIONS"]) {
        const { status, allow } = await asked(method, url);
        if (allowed.includes(method) && method !== "OPTIONS") expect(status, `${method} ${path}`).not.toBe(405);
        else {
          expect(status, `${method} ${path}`).toBe(method === "OPTIONS" ? 204 : 405);
          expect(allow?.split(", ").toSorted(), `${method} ${path}`).toEqual(allowed);
        }
      }
    }
    await api.server.close();
  });

  it("shows the form of everything that is refused for its form", () => {
    const parameters = operations().flatMap(
      ([, , operation]) => (operation["parameters"] ?? []) as unknown as { name: string; schema: Loose }[],
    );
    const free = parameters.filter(({ schema }) =>
      ["pattern", "enum", "maximum"].every((keyword) => schema[keyword] === undefined),
    );
    // Whatever is in it, the stream begins at the beginning.
    expect([...new Set(free.map(({ name }) => name))]).toEqual(["Last-Event-ID"]);
    const patterns = [...walk(document)].flatMap(({ value }) =>
      typeof value["pattern"] === "string" ? [value["pattern"]] : [],
    );
    expect(patterns.length).toBeGreaterThan(20);
    // Each engine has its own idea of these.
    for (const pattern of patterns) expect(String(pattern)).not.toMatch(/\\[sSdDwWbB]|\(\?[=!<]/);
  });

  it("describes parameters and required fields as they are checked", () => {
    const get = (path: string, method: string): Loose => document["paths"]?.[path]?.[method] as Loose;
    expect(get("/calls/{id}", "get")["parameters"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: "wait",
          in: "query",
          schema: expect.objectContaining({ type: "integer", minimum: 0, maximum: 50 }),
        }),
        expect.objectContaining({ name: "id", in: "path", required: true }),
      ]),
    );
    expect(get("/calls", "get")["parameters"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: "limit",
          schema: expect.objectContaining({ type: "integer", minimum: 1, maximum: 100 }),
        }),
        expect.objectContaining({ name: "status", schema: { type: "string", enum: [...CALL_STATUSES] } }),
      ]),
    );
    expect(document["components"]?.["schemas"]?.["CallRequest"]?.["required"]).toEqual(["phone", "goal"]);
    expect(text).not.toMatch(/-9007199254740991|"override"/);
  });

  it("lets answers grow: no response schema forbids further keys", () => {
    for (const name of ["Call", "Placed", "Error", "Account", "Pricing", "CallList", "Plan", "Businesses", "Shared"]) {
      expect(document["components"]?.["schemas"]?.[name]?.["additionalProperties"]).toBeUndefined();
    }
  });
});
