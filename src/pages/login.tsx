import { LoginForm } from '@/features/accounts/auth/login-form';
import { defineAuthPage } from '@/shell/auth-layout';

export default defineAuthPage(LoginForm, {
  titleKey: 'common:text-login',
  texts: ['form'],
  isShownAtOnce: true,
});
