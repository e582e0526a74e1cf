import type { SwatchFigure } from '@/server/demo/pictures';
import { typed } from '@/server/demo/typed';
import couponsData from './coupons.json';

export interface DemoCoupon {
  code: string;
  description: string;
  type: 'fixed' | 'percentage' | 'free_shipping';
  amount?: number;
  minimum?: number;
  /** Days from now: when it begins and when it ends. */
  days: [from: number, to: number];
  limit?: number;
  limitPerUser?: number;
  /** How many times it has been used. */
  used?: number;
  isForSignedIn?: boolean;
  shop?: string;
  isWaiting?: boolean;
  english?: string;
  picture?: [ground: string, figure: string, shape: SwatchFigure];
}

export const coupons = typed<readonly DemoCoupon[]>(couponsData);
