import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const NewsletterLink = lazy(
  () => import('@/features/messaging/newsletter/newsletter-link'),
  'NewsletterLink',
);

export default defineAuthPage(NewsletterLink, { titleKey: 'common:text-newsletter' });
