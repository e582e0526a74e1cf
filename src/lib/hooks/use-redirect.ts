import { useRouter } from 'next/router';
import { defaultLanguage } from '@/contract/core/languages';

/** Opens the page that follows an action: always in the default language (specification §2). */
export function useRedirect() {
  const router = useRouter();
  return (path: string, how: 'push' | 'replace' = 'push') =>
    void router[how](path, undefined, { locale: defaultLanguage });
}
