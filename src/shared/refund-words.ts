/** When money sent back the way it came arrives: the letter of a return and the page of payment say the same. */
export const refundArrives = 'на карту — обычно за несколько рабочих дней, по СБП — в тот же день';
