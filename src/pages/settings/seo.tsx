import { definePage, lazy } from '@/shell/define-page';

const SeoSettings = lazy(() => import('@/features/settings/seo-settings'), 'SeoSettings');

export default definePage(SeoSettings, { titleKey: 'common:text-seo-settings' });
