import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const ResetPassword = lazy(() => import('@/features/accounts/auth/reset-password'), 'ResetPassword');

export default defineAuthPage(ResetPassword, { titleKey: 'common:text-new-password' });
