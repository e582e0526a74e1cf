/** What a new installation needs before it can take orders, in this order. */
export const firstSteps = [
  'site',
  'company',
  'shop',
  'delivery',
  'tax',
  'product',
  'moderation',
  'admin',
] as const;

export type FirstStep = (typeof firstSteps)[number];

/** Answer of `GET first-steps`. */
export interface FirstSteps {
  /** False for who put them away, in demo data, and when nothing is left to do. */
  is_shown: boolean;
  steps: { key: FirstStep; is_done: boolean }[];
}
