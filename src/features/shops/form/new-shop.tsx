import { Loader } from '@/components/ui/loader';
import { lazyPart } from '@/lib/lazy-part';
import { useMe } from '@/lib/session/me';
import { useOwnSettings } from './use-own-settings';

const ShopForm = lazyPart(() => import('./shop-form'), 'ShopForm', Loader);

/** Form of a new shop; an owner's is prefilled with their company's requisites. */
export function NewShop() {
  const { data: me } = useMe();
  const settings = useOwnSettings();
  // The draft's key needs the user.
  if (settings.isLoading || !me) return <Loader />;
  return <ShopForm company={settings.data?.company} />;
}
