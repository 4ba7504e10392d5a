import type { Api, ApiContext } from './api.ts';
import { authCookieRoutes } from './auth/cookie.ts';
import { emailCodeRoutes } from './auth/email-code.ts';
import { loginRoutes } from './auth/login.ts';
import { refreshTokenRoutes } from './auth/refresh-token.ts';
import { signUpRoutes } from './auth/sign-up.ts';
import { userRoutes } from './auth/user.ts';
import { yandexRoutes } from './auth/yandex.ts';
import { departmentRoutes } from './departments.ts';
import { devMailRoutes } from './dev-mail.ts';
import { devPaymentRoutes } from './dev-payments.ts';
import { cartRoutes } from './ecm/cart.ts';
import { couponRoutes } from './ecm/coupons.ts';
import { menuRoutes } from './ecm/menu.ts';
import { orderConfirmationRoutes } from './ecm/order-confirmation.ts';
import { orderPaymentRoutes } from './ecm/order-payment.ts';
import { orderRoutes } from './ecm/orders.ts';
import { ownOrderRoutes } from './ecm/own-orders.ts';
import { productRoutes } from './ecm/products.ts';
import { searchRoutes } from './ecm/search.ts';
import { feedRoutes } from './feeds.ts';
import { paymentNotificationRoutes } from './payment-notifications.ts';
import { visitorStateRoutes } from './visitor-state.ts';

/** Every HTTP resource, one line each; the paths stand in full in their files. */
export function registerApi(api: Api, context: ApiContext): void {
  visitorStateRoutes(api, context);
  departmentRoutes(api, context);
  authCookieRoutes(api, context);
  userRoutes(api, context);
  refreshTokenRoutes(api, context);
  loginRoutes(api, context);
  emailCodeRoutes(api, context);
  yandexRoutes(api, context);
  signUpRoutes(api, context);
  productRoutes(api, context);
  menuRoutes(api, context);
  searchRoutes(api, context);
  cartRoutes(api, context);
  couponRoutes(api, context);
  orderRoutes(api, context);
  ownOrderRoutes(api, context);
  orderConfirmationRoutes(api, context);
  orderPaymentRoutes(api, context);
  paymentNotificationRoutes(api, context);
  feedRoutes(api, context);
  devMailRoutes(api, context);
  devPaymentRoutes(api, context);
}
