import { isAdmin } from '../context';
import type { Policy } from './policy';

/** Rows with a `status`: what waits for approval is an administrator's alone to see. */
export const approvedOnly: Policy = (ctx) =>
  isAdmin(ctx) ? undefined : (eb) => eb('status', '=', 'approved');
