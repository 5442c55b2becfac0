/** ARI's operations, as many as we use, typed. Each settles within 5 s; failures are AriErrors with their status. */
import {
  applicationContents,
  asteriskInfo,
  bridgeList,
  channelList,
  rtpStatistics,
  type AriBridge,
  type AriChannel,
} from "./ari-events.ts";
import { AriError, type AriRequest } from "./ari-rest.ts";
import { KEY_TIMING, type KeyTiming } from "./settings.ts";

export interface AriRequests {
  request(request: AriRequest): Promise<unknown>;
}

export type ExternalMediaOrder = {
  readonly channelId: string;
  /** The section of websocket_client.conf. */
  readonly listener: string;
  readonly sampleRateHz: 8000 | 16000;
  /** What the listener knows the call by: arrives as `?call=` of the socket's address. */
  readonly call: string;
};

export class Ari {
  readonly #link: AriRequests;
  readonly #app: string;

  constructor(link: AriRequests, app: string) {
    this.#link = link;
    this.#app = app;
  }

  /** A channel that is in the application at once and dials only when told to: early media can be heard on it. */
  async createChannel(channelId: string, endpoint: string): Promise<void> {
    await this.#post("channels/create", { channelId, endpoint, app: this.#app });
  }

  async dial(channelId: string, timeoutSeconds: number): Promise<void> {
    await this.#post(`channels/${segment(channelId)}/dial`, { timeout: String(timeoutSeconds) });
  }

  /** From now on it has so long to live, whoever is still there to hang it up. */
  async limit(channelId: string, seconds: number): Promise<void> {
    const query = { variable: "TIMEOUT(absolute)", value: String(seconds) };
    await this.#post(`channels/${segment(channelId)}/variable`, query);
  }

  /** Of what Asterisk itself plays on it. */
  async speakLanguage(channelId: string, language: string): Promise<void> {
    const query = { variable: "CHANNEL(language)", value: language };
    await this.#post(`channels/${segment(channelId)}/variable`, query);
  }

  /** Answers 200 even when the listener is not there; only the channel's StasisStart says that it is connected. */
  async externalMedia({ channelId, listener, sampleRateHz, call }: ExternalMediaOrder): Promise<void> {
    await this.#post("channels/externalMedia", {
      channelId,
      app: this.#app,
      external_host: listener,
      transport: "websocket",
      encapsulation: "none",
      format: sampleRateHz === 16_000 ? "slin16" : "slin",
      transport_data: `f(json)v(call=${encodeURIComponent(call)})`,
    });
  }

  async createBridge(bridgeId: string): Promise<void> {
    await this.#post("bridges", { bridgeId, type: "mixing" });
  }

  async addToBridge(bridgeId: string, channelIds: readonly string[]): Promise<void> {
    await this.#post(`bridges/${segment(bridgeId)}/addChannel`, { channel: channelIds.join(",") });
  }

  async removeFromBridge(bridgeId: string, channelId: string): Promise<void> {
    await this.#post(`bridges/${segment(bridgeId)}/removeChannel`, { channel: channelId });
  }

  async destroyBridge(bridgeId: string): Promise<void> {
    await this.#delete(`bridges/${segment(bridgeId)}`, {});
  }

  /** `q850` tells the far end why; 16 is an ordinary end. */
  async hangUp(channelId: string, q850 = 16): Promise<void> {
    await this.#delete(`channels/${segment(channelId)}`, { reason_code: String(q850) });
  }

  async ring(channelId: string): Promise<void> {
    await this.#post(`channels/${segment(channelId)}/ring`, {});
  }

  async progress(channelId: string): Promise<void> {
    await this.#post(`channels/${segment(channelId)}/progress`, {});
  }

  async answer(channelId: string): Promise<void> {
    await this.#post(`channels/${segment(channelId)}/answer`, {});
  }

  /**
   * Keys towards the far end, in the way that the channel's endpoint is set to send them. Answers at once: nothing tells
   * when they are out.
   */
  async sendDtmf(channelId: string, keys: string, { keyMs, gapMs }: KeyTiming = KEY_TIMING): Promise<void> {
    const path = `channels/${segment(channelId)}/dtmf`;
    await this.#post(path, { dtmf: keys, duration: String(keyMs), between: String(gapMs) });
  }

  /** RTP packets of any kind that have come in. */
  async packetsReceived(channelId: string): Promise<number> {
    return rtpStatistics.parse(await this.#get(`channels/${segment(channelId)}/rtp_statistics`)).rxcount;
  }

  async listChannels(): Promise<readonly AriChannel[]> {
    return channelList.parse(await this.#get("channels"));
  }

  async listBridges(): Promise<readonly AriBridge[]> {
    return bridgeList.parse(await this.#get("bridges"));
  }

  /** What belongs to our application: on an Asterisk that we share, the rest is none of our business. */
  async ownContents(): Promise<{ readonly channelIds: readonly string[]; readonly bridgeIds: readonly string[] }> {
    const contents = applicationContents.parse(await this.#get(`applications/${segment(this.#app)}`));
    return { channelIds: contents.channel_ids, bridgeIds: contents.bridge_ids };
  }

  /** Differs when Asterisk has been started again. */
  async startupTime(): Promise<string> {
    return asteriskInfo.parse(await this.#get("asterisk/info", { only: "status" })).status.startup_time;
  }

  async #get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return await this.#link.request({ method: "GET", path, query });
  }

  async #post(path: string, query: Readonly<Record<string, string>>): Promise<void> {
    await this.#link.request({ method: "POST", path, query });
  }

  async #delete(path: string, query: Readonly<Record<string, string>>): Promise<void> {
    await this.#link.request({ method: "DELETE", path, query });
  }
}

/** A channel or bridge that is not there (any more), as opposed to an order that failed. */
export function isGone(error: unknown): boolean {
  return error instanceof AriError && error.status === 404;
}

function segment(id: string): string {
  return encodeURIComponent(id);
}
