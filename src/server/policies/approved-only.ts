import { isAdmin } from '../context';
import type { Policy } from './own-shop';

/** Rows with a `status`: what waits for approval is an administrator's alone to see. */
export const approvedOnly: Policy = (ctx) =>
  isAdmin(ctx) ? undefined : (eb) => eb('status', '=', 'approved');
