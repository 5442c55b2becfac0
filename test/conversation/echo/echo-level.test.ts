import { describe, expect, it } from "vitest";
import { EchoLevel } from "../../../src/conversation/echo/echo-level.ts";

/** We speak at -18 dBFS all the while; the far end as given, a frame each 20 ms. */
class Line {
  readonly level = new EchoLevel();
  atMs = 0;

  /** They speak while we are silent. */
  greets(dbfs: number, frames: number): boolean[] {
    return this.hears(dbfs, frames, false, -90);
  }

  hears(dbfs: number, frames: number, proven: boolean, ours = -18): boolean[] {
    return Array.from({ length: frames }, () => {
      this.atMs += 20;
      this.level.sent(ours, this.atMs - 20);
      return this.level.isEcho(dbfs, this.atMs, 0.95, proven);
    });
  }
}

describe("how loud our echo is", () => {
  it("is not guessed: nothing is held back before an echo was proven", () => {
    expect(new Line().hears(-40, 100, false)).not.toContain(true);
  });

  it("is not known in our first words: what is much softer than their greeting is not them, for a moment", () => {
    const line = new Line();
    expect(line.greets(-18, 50)).not.toContain(true);
    expect(line.hears(-32, 70, false)).not.toContain(false);
    expect(line.hears(-32, 20, false).slice(10)).not.toContain(true);
  });

  it("does not keep a greeter from breaking into our first words", () => {
    const line = new Line();
    line.greets(-24, 50);
    expect(line.hears(-30, 30, false)).not.toContain(true);
  });

  it("holds back what is no louder, once it is known", () => {
    const line = new Line();
    line.hears(-32, 20, true);
    expect(line.hears(-34, 20, false)).not.toContain(false);
    expect(line.hears(-30, 20, false)).not.toContain(false);
  });

  it("lets through who speaks louder than it", () => {
    const line = new Line();
    line.hears(-32, 20, true);
    expect(line.hears(-28, 20, false)).not.toContain(true);
    expect(line.hears(-17, 20, false)).not.toContain(true);
  });

  it("is no reason to doubt a voice when we are silent", () => {
    const line = new Line();
    line.hears(-32, 20, true);
    expect(line.hears(-34, 31, false, -90)).not.toContain(false);
    expect(line.hears(-34, 20, false, -90)).not.toContain(true);
  });

  it("leaves room for a person even where it is very loud", () => {
    const line = new Line();
    line.hears(-18, 50, true);
    expect(line.hears(-19, 20, false)).not.toContain(true);
  });

  it("forgets one loud moment in time", () => {
    const line = new Line();
    line.hears(-26, 1, true);
    line.hears(-40, 500, true);
    expect(line.hears(-30, 20, false)).not.toContain(true);
  });
});
