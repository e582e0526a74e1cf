import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const SeoSettings = dynamic(() =>
  import('@/features/settings/seo-settings').then((module) => module.SeoSettings),
);

export default definePage(SeoSettings, { titleKey: 'common:text-seo-settings' });
