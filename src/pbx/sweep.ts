/** What is in the exchange, and what of it belongs to no call any more. */
import type { Ari } from "./ari.ts";
import { bridgeId, legId, MOST_TRANSFERS, transferBridgeId, transferId } from "./media-leg.ts";

export type Surroundings = {
  /** Of our application, by channel id: `Down`, `Ringing`, `Up` ... */
  readonly channelStates: ReadonlyMap<string, string>;
  readonly bridgeIds: readonly string[];
};

/** On an Asterisk that others use too, only what is in our application is ours. */
export async function lookAround(ari: Ari): Promise<Surroundings> {
  const [own, channels, bridges] = await Promise.all([ari.ownContents(), ari.listChannels(), ari.listBridges()]);
  const ours = new Set(own.channelIds);
  const bridgesOfOurs = new Set(own.bridgeIds);
  return {
    channelStates: new Map(channels.filter(({ id }) => ours.has(id)).map(({ id, state }) => [id, state])),
    bridgeIds: bridges.map(({ id }) => id).filter((id) => bridgesOfOurs.has(id)),
  };
}

export function strays(
  around: Surroundings,
  calls: ReadonlySet<string>,
): { readonly channelIds: readonly string[]; readonly bridgeIds: readonly string[] } {
  const channels = new Set<string>();
  const bridges = new Set<string>();
  for (const callId of calls) {
    channels.add(callId).add(legId(callId));
    for (let attempt = 1; attempt <= MOST_TRANSFERS; attempt += 1) channels.add(transferId(callId, attempt));
    bridges.add(bridgeId(callId)).add(transferBridgeId(callId));
  }
  return {
    channelIds: [...around.channelStates.keys()].filter((id) => !channels.has(id)),
    bridgeIds: around.bridgeIds.filter((id) => !bridges.has(id)),
  };
}
