import type { Message } from '@/contract/accounts/auth';
import { ClientError } from '@/lib/api/errors';

/** The answer, unless it is one of the refusals with status 200 (reference endpoints §2): that is an error of the field. */
export function wholeOr(field: string, answer: Message): Message {
  if (answer.success) return answer;
  throw new ClientError('VALIDATION_FAILED', { status: 422, fields: { [field]: [`error-${field}-wrong`] } });
}
