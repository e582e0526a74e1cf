import * as yup from 'yup';
import { relatedId } from '@/contract/core/rules';

/** Products on the wishlist of one person. */
export const maxWishes = 500;

/** `POST wishlists` and `POST wishlists/toggle`. */
export const wishSchema = yup.object({
  product_id: relatedId().required('error-wrong-value'),
});

/** `POST wishlists`. */
export interface Wish {
  id: number;
  user_id: number;
  product_id: number;
  created_at: string;
}
