/** What each part of the appliance is told of the settings. The parts have their own words; the file has its keys. */
import type { DeskSettings } from "./calls/floor.ts";
import type { PolicySettings } from "./calls/policy/policy.ts";
import type { Settings } from "./config/schema.ts";
import type { HttpSettings } from "./http/server.ts";

/** The first is the default (contract section 4). */
export const LANGUAGES = ["en-US"] as const;

export function deskSettings(settings: Settings, baseUrl: () => string): DeskSettings {
  const { assistant, policy } = settings;
  return {
    baseUrl,
    demo: demoOf(settings),
    trunkConfigured: settings.trunk.host !== null,
    assistant: { name: assistant.name, disclosure: assistant.disclosure },
    maxCallSeconds: assistant.max_call_seconds,
    answerWaitSeconds: assistant.answer_wait_seconds,
    ringSeconds: assistant.ring_seconds,
    drainSeconds: settings.server.drain_seconds,
    limits: {
      callsPerNumberPerDay: policy.calls_per_number_per_day,
      concurrentCallsPerAccount: policy.concurrent_calls_per_account,
      callsPerAccountPerDay: policy.calls_per_account_per_day,
      callsPerMinute: policy.calls_per_minute,
    },
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

export function httpSettings(settings: Settings): HttpSettings {
  const { server, billing, policy } = settings;
  return {
    host: server.host,
    port: server.port,
    publicUrl: server.public_url,
    allowedHosts: server.allowed_hosts,
    trustedProxies: server.trusted_proxies,
    demo: demoOf(settings),
    operatorPassphrase: billing.provider === "house" ? billing.passphrase : null,
    defaultCountry: policy.default_country,
    languages: LANGUAGES,
  };
}

function demoOf({ demo }: Settings): { readonly phone: string; readonly callsPerDay: number } {
  return { phone: demo.phone, callsPerDay: demo.calls_per_day };
}
