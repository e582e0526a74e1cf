import { Brand } from '@/components/ui/brand';
import { fileUrl } from '@/lib/api/client';
import { useSettings } from '@/state/settings';

/** Name and logo of the site as the settings have them: a small logo for the narrow menu, another one for the dark. */
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
