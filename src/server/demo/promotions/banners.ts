import { typed } from '@/server/demo/typed';
import type { BannerTheme } from './banner-pictures';
import bannersData from './banners.json';
import payersData from './payers.json';

/** Common fields of the demo's banners. */
export interface Banner {
  title: string;
  description?: string;
  theme: BannerTheme;
  hasPhonePicture?: boolean;
  url?: string;
  place: string;
  /** Key of the shop; without one it is the marketplace's own. */
  shop?: string;
  /** First and last day, relative to today. */
  days?: [start: number | null, end: number | null];
  advertiser?: keyof typeof payers;
  erid?: string;
}

export interface DemoBanner extends Banner {
  isOff?: boolean;
  english?: [title: string, description: string];
}

/** Advertiser: name and INN with valid control digits. */
export const payers = payersData;

export const banners = typed<readonly DemoBanner[]>(bannersData);
