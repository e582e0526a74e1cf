import type { TaxSystem, VatRate } from '@/contract/shops/requisites';
import { typed } from '@/server/demo/typed';
import type { demoOrganisations } from '@/server/integrations/suggest/bundled-organisations';
import shopLivesData from './shop-lives.json';
import demoTransfersData from './transfers.json';

type WeekHours = readonly [open: string, close: string];

/** What the demo's shops are beside their name: place, contacts, hours, tax, bank, rates. By the shop's key. */
export interface ShopLife {
  organisation: keyof typeof demoOrganisations;
  address: { state: string; city: string; zip: string; street_address: string };
  point: readonly [lat: number, lng: number];
  contact: string;
  website?: string;
  socials: readonly (readonly [icon: string, url: string])[];
  /** Weekdays, and Saturday where it works then. */
  hours: { weekdays: WeekHours; saturday?: WeekHours; sunday?: WeekHours };
  handlingDays: number;
  deliveryNote: string;
  bic: string;
  tax: TaxSystem;
  vat: VatRate;
  /** Per cent, from the first on. None while a shop waits. */
  rates: readonly number[];
  /** Names of the demo's categories. */
  categories: readonly string[];
}

export const shopLives = typed<Record<keyof typeof demoOrganisations, ShopLife>>(shopLivesData);

/** Shops that change hands: one waits for a decision, one was decided. Days are counted back from now. */
export const demoTransfers = demoTransfersData;
