import dynamic from 'next/dynamic';
import { Loader } from '@/components/ui/loader';
import { part } from '@/lib/part';
import { useMe } from '@/lib/session/me';
import { useOwnSettings } from './use-own-settings';

const ShopForm = part(
  dynamic(() => import('./shop-form').then((module) => module.ShopForm), {
    loading: () => <Loader />,
  }),
);

/** Form of a new shop; an owner's is prefilled with their company's requisites. */
export function NewShop() {
  const { data: me } = useMe();
  const settings = useOwnSettings();
  // The draft's key needs the user.
  if (settings.isLoading || !me) return <Loader />;
  return <ShopForm company={settings.data?.company} />;
}
