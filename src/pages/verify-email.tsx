import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const VerifyEmail = lazy(() => import('@/features/accounts/auth/verify-email'), 'VerifyEmail');

export default defineAuthPage(VerifyEmail, { titleKey: 'common:text-verify-email' });
