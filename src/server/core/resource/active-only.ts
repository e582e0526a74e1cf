import { isAdmin } from '../context';
import type { Policy } from './policy';

/** Active rows; an administrator has all. */
export const activeOnly: Policy = (ctx) => (isAdmin(ctx) ? undefined : (eb) => eb('is_active', '=', true));
