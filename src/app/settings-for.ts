/** What each part of the appliance is told of the settings. The parts have their own words; the file has its keys. */
import type { DeskSettings } from "../calls/desk-context.ts";
import type { PolicySettings } from "../policy/policy.ts";
import type { Settings } from "../config/schema.ts";
import type { TimeSavers } from "../conversation/time-savers.ts";
import { languagesOf } from "../engines/languages.ts";
import type { HttpSettings } from "../http/server.ts";
import { randomToken } from "../lib/ids.ts";

/** The default (contract section 4): a call that names no language, or English alone, is in it. */
const DEFAULT_LANGUAGE = "en-US";

/** BCP-47 tags of what the configured engines can hold a call in. */
export function supportedLanguages(settings: Pick<Settings, "speech" | "llm">): readonly [string, ...string[]] {
  return [DEFAULT_LANGUAGE, ...languagesOf(settings).filter((language) => language !== "en")];
}

export function deskSettings(settings: Settings): DeskSettings {
  const { assistant, policy } = settings;
  return {
    demo: demoOf(settings),
    trunkConfigured: settings.trunk.host !== null,
    assistant: { name: assistant.name, disclosure: assistant.disclosure },
    maxCallSeconds: assistant.max_call_seconds,
    answerWaitSeconds: assistant.answer_wait_seconds,
    holdSeconds: assistant.hold_seconds,
    ringSeconds: assistant.ring_seconds,
    drainSeconds: settings.server.drain_seconds,
    limits: {
      callsPerNumberPerDay: policy.calls_per_number_per_day,
      concurrentCallsPerAccount: policy.concurrent_calls_per_account,
      callsPerAccountPerDay: policy.calls_per_account_per_day,
      callsPerMinute: policy.calls_per_minute,
    },
    keyless: { perAddress: policy.keyless_requests_per_minute, inAll: policy.keyless_requests_per_minute_in_all },
  };
}

export function policySettings({ policy, trunk }: Settings): PolicySettings {
  return {
    allowedCountries: policy.allowed_countries,
    blockedNumbers: policy.blocked_numbers,
    ownNumbers: policy.own_numbers,
    callerId: trunk.caller_id,
    quietHours: policy.quiet_hours,
    defaultCountry: policy.default_country,
  };
}

export function httpSettings(settings: Settings, engines: string | null): HttpSettings {
  const { server, billing, policy } = settings;
  return {
    host: server.host,
    port: server.port,
    publicUrl: server.public_url,
    allowedHosts: server.allowed_hosts,
    trustedProxies: server.trusted_proxies,
    engines,
    demo: demoOf(settings),
    operatorPassphrase: billing.provider === "house" ? billing.passphrase : null,
    defaultCountry: policy.default_country,
    languages: supportedLanguages(settings),
  };
}

export function timeSavers({ latency }: Settings): TimeSavers {
  return {
    connectWhileRinging: latency.connect_while_ringing,
    phrasesAhead: latency.phrases_ahead,
    speculativeReply: latency.speculative_reply,
    clauseByClause: latency.clause_by_clause,
    filler: latency.filler,
  };
}

/** Where conversations listen for Asterisk's media sockets, and what it has to show them. */
export type MediaSettings = {
  readonly host: string;
  /** Of the first listener, the others behind it; 0: any free ones. */
  readonly firstPort: number;
  readonly login: { readonly username: string; readonly password: string };
};

/** An Asterisk of ours is told at each start; one of somebody else's has been configured long before. */
export function mediaSettings({ asterisk }: Settings): MediaSettings {
  if (asterisk.mode === "managed") {
    return { host: "127.0.0.1", firstPort: 0, login: { username: "asterisk", password: randomToken(32) } };
  }
  const username = asterisk.media_username ?? asterisk.ari_username ?? "";
  const password = asterisk.media_password ?? asterisk.ari_password ?? "";
  return { host: asterisk.media_host, firstPort: asterisk.media_port, login: { username, password } };
}

function demoOf({ demo }: Settings): { readonly phone: string; readonly callsPerDay: number } {
  return { phone: demo.phone, callsPerDay: demo.calls_per_day };
}
