import type { SwatchFigure } from '@/server/demo/pictures';
import { typed } from '@/server/demo/typed';
import couponsData from './coupons.json';

export interface DemoCoupon {
  code: string;
  description: string;
  type: 'fixed' | 'percentage' | 'free_shipping';
  amount?: number;
  minimum?: number;
  /** Start and end in days from now. */
  days: [from: number, to: number];
  limit?: number;
  limitPerUser?: number;
  used?: number;
  isForSignedIn?: boolean;
  isListed?: boolean;
  shop?: string;
  isWaiting?: boolean;
  english?: string;
  picture?: [ground: string, figure: string, shape: SwatchFigure];
}

export const coupons = typed<readonly DemoCoupon[]>(couponsData);
