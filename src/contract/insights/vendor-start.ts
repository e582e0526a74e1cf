/** What a vendor does before the first sale, in order; the last one happens by itself. */
export const vendorSteps = ['shop', 'requisites', 'pictures', 'products', 'delivery', 'sale'] as const;

export type VendorStepName = (typeof vendorSteps)[number];

export interface VendorStep {
  key: VendorStepName;
  is_done: boolean;
  /** What the vendor has entered, for the step's second line. */
  facts: string[];
  /** Products or drafts, working days, missing pictures: what the step counts. */
  count: number;
}

/** The shop that the guide is about: the vendor's newest one. */
export interface StartingShop {
  id: number;
  name: string;
  slug: string;
  is_active: boolean;
  /** When it was handed in. */
  created_at: string;
  /** Whether it was open before. */
  was_open: boolean;
  disapproved_reason: string | null;
}

/** Answer of `GET first-steps/vendor`. */
export interface VendorStart {
  /** False when all steps are done, or the guide of an existing shop was put away. */
  is_shown: boolean;
  shop: StartingShop | null;
  steps: VendorStep[];
  /** Per cent: the shop's own, before approval what most shops pay; null while no shop pays any. */
  commission_rate: number | null;
  is_own_rate: boolean;
  /** Price of the vendor's first product, an example to count with. Roubles. */
  example_price: number | null;
  /** Middle of the last approvals, from the creation of a shop; null while there are too few to tell. */
  review_hours: number | null;
  /** Where the decision about the shop is mailed to. */
  email: string;
  /** First order of the shop. */
  first_order_id: number | null;
}
