import type { Message } from '@/contract/accounts/auth';
import { ClientError } from '@/lib/api/errors';

/** The response, unless it is an error with status 200: that becomes a field error. */
export function wholeToken(answer: Message): Message {
  if (answer.success) return answer;
  throw new ClientError('VALIDATION_FAILED', { status: 422, fields: { token: ['error-token-wrong'] } });
}
