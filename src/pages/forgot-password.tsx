import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const ForgotPassword = lazy(() => import('@/features/accounts/auth/forgot-password'), 'ForgotPassword');

export default defineAuthPage(ForgotPassword, { titleKey: 'common:text-password-recovery' });
