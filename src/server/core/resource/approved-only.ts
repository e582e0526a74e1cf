import { isAdmin } from '../context';
import type { Policy } from './policy';

/** Rows with a `status`: only an administrator sees what waits for approval. */
export const approvedOnly: Policy = (ctx) =>
  isAdmin(ctx) ? undefined : (eb) => eb('status', '=', 'approved');
