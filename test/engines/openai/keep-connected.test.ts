import { expect, it } from "vitest";
import { keepConnected } from "../../../src/engines/openai/keep-connected.ts";

function rig() {
  const asked: string[] = [];
  const state = { nowMs: 0, connected: false };
  const transport = {
    isConnected: () => state.connected,
    fetch: (url: string) => {
      asked.push(url);
      state.connected = true;
      return Promise.resolve(new Response("[]"));
    },
  };
  const connection = keepConnected(transport, "http://127.0.0.1:1/v1/", null, () => state.nowMs);
  return { asked, state, connection };
}

it("connects once, however often it is asked in a moment", async () => {
  const { asked, connection } = rig();
  await Promise.all([connection.connect(), connection.connect()]);
  await connection.connect();
  expect(asked).toEqual(["http://127.0.0.1:1/v1/models"]);
});

it("uses a connection that has been idle for long, before the server ends it", async () => {
  const { asked, state, connection } = rig();
  await connection.connect();
  state.nowMs = 3000;
  await connection.connect();
  expect(asked).toHaveLength(2);
});

it("connects again at once when the connection is gone", async () => {
  const { asked, state, connection } = rig();
  await connection.connect();
  state.connected = false;
  await connection.connect();
  expect(asked).toHaveLength(2);
});
