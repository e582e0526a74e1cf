import dynamic from 'next/dynamic';

const SeoSettings = dynamic(() =>
  import('@/features/settings/seo-settings').then((module) => module.SeoSettings),
);

export default function SeoSettingsPage() {
  return <SeoSettings />;
}

SeoSettingsPage.titleKey = 'common:text-seo-settings';
