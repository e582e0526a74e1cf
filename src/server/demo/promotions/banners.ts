import { typed } from '@/server/demo/typed';
import type { BannerTheme } from './banner-pictures';
import bannersData from './banners.json';
import payersData from './payers.json';

/** What every banner of the demo has. */
export interface Banner {
  title: string;
  description?: string;
  theme: BannerTheme;
  hasPhonePicture?: boolean;
  url?: string;
  place: string;
  /** Key of the shop; the marketplace's own without one. */
  shop?: string;
  /** Days from today on which it begins and ends. */
  days?: [start: number | null, end: number | null];
  advertiser?: keyof typeof payers;
  erid?: string;
}

export interface DemoBanner extends Banner {
  isOff?: boolean;
  english?: [title: string, description: string];
}

/** Who pays: name and INN, whose last digits are right. */
export const payers = payersData;

export const banners = typed<readonly DemoBanner[]>(bannersData);
