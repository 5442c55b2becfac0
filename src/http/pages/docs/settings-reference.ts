/** The port to whoever knows the settings: what the page about the configuration is made from. */
export type DescribedSetting = {
  /** Dotted, as the file nests it. */
  readonly path: string;
  /** For which provider of its group it is; null: for all. */
  readonly provider: string | null;
  /** Its kind and range, in words. */
  readonly type: string;
  /** As YAML writes it; null: it has to be given. */
  readonly fallback: string | null;
  readonly description: string;
  readonly secret: boolean;
};

export type SettingsReference = readonly {
  /** The outermost key. */
  readonly name: string;
  readonly settings: readonly DescribedSetting[];
}[];
