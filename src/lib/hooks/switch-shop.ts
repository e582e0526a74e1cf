import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api/client';
import { meOptions } from '@/lib/session/me';
import { readCredentials, storeCredentials } from '@/lib/session/session';
import { useRedirect } from './use-redirect';

/** Works in another of the person's shops from now on: its rights are read first, and nothing of the former shop is kept. */
export function useSwitchShop() {
  const client = useQueryClient();
  const redirect = useRedirect();

  const refresh = async () => {
    const me = await client.fetchQuery({ ...meOptions(), staleTime: 0 });
    const stored = readCredentials();
    const permissions = me.permissions.map(({ name }) => name);
    if (stored) storeCredentials({ ...stored, permissions, role: permissions[0] ?? '' });
  };
  // What is on the screen is asked again, the rest is forgotten.
  const forget = () =>
    void client.resetQueries({ predicate: ({ queryKey: [name] }) => name !== 'settings' && name !== 'me' });
  const { mutate, isPending } = useMutation({
    mutationFn: (shop_id: number) => api.post('me/shop', { shop_id }),
    onSuccess: async () => {
      await refresh();
      redirect('/');
      forget();
    },
  });
  return { switchTo: mutate, isSwitching: isPending, refresh };
}
