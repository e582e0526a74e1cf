import type { Ctx } from '@/server/core/context';
import { apiBase } from '@/server/core/files/attachments';
import type { Call } from '@/server/core/http/route';
import { type Browser, deviceDays, maxTokens } from './known-devices';

const cookieName = 'known_browser';

/** The browser behind a request, by an httpOnly cookie that opens nothing: it only gives attempts of their own. */
export function browserOf(ctx: Ctx, { request, reply }: Call): Browser {
  return {
    userAgent: request.headers['user-agent'],
    tokens: tokensIn(request.headers.cookie),
    remember(tokens) {
      const parts = [
        `${cookieName}=${tokens.join('.')}`,
        `Path=${apiBase}`,
        `Max-Age=${deviceDays * 24 * 3600}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(ctx.publicUrl.startsWith('https:') ? ['Secure'] : []),
      ];
      reply.header('set-cookie', parts.join('; '));
    },
  };
}

function tokensIn(cookies = ''): string[] {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return value
    .split('.')
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, maxTokens);
}
