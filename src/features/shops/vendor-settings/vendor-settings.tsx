import { useAnnounced } from '@/lib/api/capabilities';
import { lazyPart } from '@/lib/lazy-part';

const VendorSettingsForm = lazyPart(() => import('./vendor-settings-form'), 'VendorSettingsForm');
const SettingsByShop = lazyPart(() => import('./by-shop'), 'SettingsByShop');

/** An owner's settings: for all shops where the server stores them so, else per shop. */
export function VendorSettings() {
  const known = useAnnounced();
  if (!known) return null;
  return known.has('vendor-settings') ? <VendorSettingsForm /> : <SettingsByShop />;
}
