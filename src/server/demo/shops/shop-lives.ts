import type { TaxSystem, VatRate } from '@/contract/shops/requisites';
import { typed } from '@/server/demo/typed';
import type { demoOrganisations } from '@/server/integrations/suggest/bundled-organisations';
import shopLivesData from './shop-lives.json';
import demoTransfersData from './transfers.json';

type WeekHours = readonly [open: string, close: string];

/** Data of the demo's shops besides the name: place, contacts, hours, tax, bank, rates. By the shop's key. */
export interface ShopLife {
  organisation: keyof typeof demoOrganisations;
  address: { state: string; city: string; zip: string; street_address: string };
  point: readonly [lat: number, lng: number];
  contact: string;
  website?: string;
  socials: readonly (readonly [icon: string, url: string])[];
  /** Weekdays, and Saturday for shops that open then. */
  hours: { weekdays: WeekHours; saturday?: WeekHours; sunday?: WeekHours };
  handlingDays: number;
  deliveryNote: string;
  bic: string;
  tax: TaxSystem;
  vat: VatRate;
  /** In per cent, from the first on. None while a shop awaits approval. */
  rates: readonly number[];
  categories: readonly string[];
}

export const shopLives = typed<Record<keyof typeof demoOrganisations, ShopLife>>(shopLivesData);

/** Ownership transfers: one pending, one decided. In days before now. */
export const demoTransfers = demoTransfersData;
