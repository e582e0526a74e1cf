import { Brand } from '@/components/ui/brand';
import { fileUrl } from '@/lib/api/client';
import { useSettings } from '@/state/settings';

/** Name and logo from the settings: a small logo for the collapsed menu, another for dark mode. */
export function SiteBrand({ isMini = false }: { isMini?: boolean }) {
  const { siteTitle, logo, dark_logo, collapseLogo } = useSettings();
  const [light, dark] = isMini && collapseLogo ? [collapseLogo] : [logo, dark_logo];
  return (
    <Brand
      title={siteTitle}
      logoUrl={light ? fileUrl(light.thumbnail) : undefined}
      darkLogoUrl={dark ? fileUrl(dark.thumbnail) : undefined}
      isMini={isMini}
    />
  );
}
