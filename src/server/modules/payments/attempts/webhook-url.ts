import type { ProviderName } from '@/contract/ledger/providers';
import { apiBase } from '@/server/core/files/attachments';

/** Where a provider sends its webhooks. */
export const webhookUrl = (publicUrl: string, name: ProviderName): string =>
  `${publicUrl}${apiBase}/webhooks/${name}`;
