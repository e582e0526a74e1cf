/** Steps of a vendor up to the first sale, in order; the last one happens by itself. */
export const vendorSteps = [
  'shop',
  'requisites',
  'papers',
  'pictures',
  'products',
  'delivery',
  'sale',
] as const;

export type VendorStepName = (typeof vendorSteps)[number];

/** Steps with a short form; papers are sent on the page of the shop. */
export type ShortStep = Exclude<VendorStepName, 'sale' | 'papers'>;

/** Most products that the short form of their pictures shows. */
export const unpicturedLimit = 5;

export interface VendorStep {
  key: VendorStepName;
  is_done: boolean;
  /** Entered data, for the step's second line. */
  facts: string[];
  /** Number that the step shows: products or drafts, working days, missing pictures or papers. */
  count: number;
}

/** The shop of the guide: the vendor's newest one. */
export interface StartingShop {
  id: number;
  name: string;
  slug: string;
  is_active: boolean;
  /** When it was submitted. */
  created_at: string;
  /** Whether it was open before. */
  was_open: boolean;
  disapproved_reason: string | null;
}

/** Answer of `GET first-steps/vendor`. */
export interface VendorStart {
  /** False when all steps are done, or the guide of an existing shop was dismissed. */
  is_shown: boolean;
  shop: StartingShop | null;
  /** Without papers where the settings ask for none. */
  steps: VendorStep[];
  /** The first few products without a picture. */
  unpictured: { id: number; name: string }[];
  /** In per cent: the shop's own rate, before approval the most common one; null while no shop has a rate. */
  commission_rate: number | null;
  is_own_rate: boolean;
  /** Price of the vendor's first product, as an example. Roubles. */
  example_price: number | null;
  /** Median of the latest approvals, from the creation of a shop; null while there are too few. */
  review_hours: number | null;
  /** E-mail address for the decision about the shop. */
  email: string;
  first_order_id: number | null;
}
