import { describe, expect, it } from "vitest";
import { mediaSettings } from "../../src/app/settings-for.ts";
import { parseSettings } from "../../src/config/load.ts";

const mediaOf = (asterisk: string) => mediaSettings(parseSettings(`asterisk: { ${asterisk} }`, "the test", {}));
const EXTERNAL = "mode: external, ari_url: 'http://10.0.0.7:8088', ari_username: u, ari_password: p";

describe("where Asterisk brings the audio", () => {
  it("is any free port of this machine, with a password of this start, when the Asterisk is ours", () => {
    const [one, other] = [mediaOf("media_port: 7100, media_password: fixed"), mediaOf("mode: managed")];
    expect(one).toMatchObject({ host: "127.0.0.1", firstPort: 0 });
    expect(one.login.password).not.toBe(other.login.password);
    expect(one.login.password.length).toBeGreaterThan(30);
  });

  it("is known beforehand to one that is not: fixed ports, and the login of ARI unless there is another", () => {
    expect(mediaOf(EXTERNAL)).toEqual({
      host: "127.0.0.1",
      firstPort: 7000,
      login: { username: "u", password: "p" },
    });
    expect(
      mediaOf(`${EXTERNAL}, media_host: 10.0.0.6, media_port: 9000, media_username: m, media_password: s`),
    ).toEqual({ host: "10.0.0.6", firstPort: 9000, login: { username: "m", password: "s" } });
  });
});
