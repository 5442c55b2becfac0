/**
 * What stands between Asterisk and the appliance on the way of a call's audio, to be spoiled: put there by an
 * administrator's own file, as anybody could.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

export type MediaRelays = Pick<TcpProxy, "cut" | "stall" | "mend" | "close">;

/** As many as the appliance has threads for conversations. Before the appliance is started in that data folder. */
export async function relayMedia(dataFolder: string): Promise<MediaRelays> {
  const count = Math.max(1, Math.min(4, availableParallelism() - 1));
  const names = Array.from({ length: count }, (_, index) => `media_${index}`);
  const relays = await Promise.all(names.map((name) => startTcpProxy(() => portOf(dataFolder, name))));
  const overrides = join(dataFolder, "asterisk/overrides");
  mkdirSync(overrides, { recursive: true });
  const sections = relays.map(({ port }, i) => `[${names[i]}](+)\nuri = ws://127.0.0.1:${port}/media\n`);
  writeFileSync(join(overrides, "websocket_client.conf"), sections.join("\n"));
  return {
    cut: () => relays.forEach((relay) => relay.cut()),
    stall: () => relays.forEach((relay) => relay.stall()),
    mend: () => relays.forEach((relay) => relay.mend()),
    close: async () => void (await Promise.all(relays.map((relay) => relay.close()))),
  };
}

/** Where the appliance listens, as it has told its Asterisk. */
function portOf(dataFolder: string, name: string): number {
  const text = readFileSync(join(dataFolder, "asterisk/appliance/etc/websocket_client.conf"), "utf8");
  const uri = new RegExp(String.raw`\[${name}\]\n[^[]*uri = ws://[^:\n]*:(\d+)/`).exec(text);
  if (uri === null) throw new Error(`${name} has no address: ${text}`);
  return Number(uri[1]);
}
