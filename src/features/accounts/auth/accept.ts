import type { AuthAnswer } from '@/contract/accounts/auth';
import { adminOwnerStaff, isAllowed } from '@/contract/core/permissions';
import { storeCredentials, storeEmailVerified } from '@/lib/session/session';

/**
 * Stores the session of a response, or returns the error key: a null token means wrong credentials. The gate follows
 * the credential cookie and redirects.
 */
export function accept({ token, permissions, role, email_verified }: AuthAnswer): string | undefined {
  if (!token) return 'form:error-credential-wrong';
  if (!isAllowed(adminOwnerStaff, permissions) && !isInvited()) return 'form:error-enough-permission';
  storeEmailVerified(email_verified ?? true);
  storeCredentials({ token, permissions, role: role ?? permissions[0] ?? '' });
  return undefined;
}

/** A customer signs in only to accept an invitation, whose page is where the sign-in leads. */
const isInvited = () =>
  new URLSearchParams(window.location.search).get('from_url')?.startsWith('/reset-password?') === true;
