import dynamic from 'next/dynamic';
import { useAnnounced } from '@/lib/api/capabilities';
import { part } from '@/lib/part';

const VendorSettingsForm = part(
  dynamic(() => import('./vendor-settings-form').then((module) => module.VendorSettingsForm)),
);
const SettingsByShop = part(dynamic(() => import('./by-shop').then((module) => module.SettingsByShop)));

/** An owner's settings: for all shops where the server stores them so, else per shop. */
export function VendorSettings() {
  const known = useAnnounced();
  if (!known) return null;
  return known.has('vendor-settings') ? <VendorSettingsForm /> : <SettingsByShop />;
}
