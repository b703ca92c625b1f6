//! Second factors in the register, with files and with databases.

use dagaz_store::{PersonRow, SecondFactorRow};

use crate::tournaments::places;

#[test]
fn a_second_factor_is_confirmed_used_and_removed() {
    for place in places() {
        let register = place.open();
        let row =
            |seed: &str, confirmed, step, failed| SecondFactorRow { seed: seed.to_string(), confirmed, step, failed };
        assert_eq!(register.second_factor("m1"), Ok(None));
        assert_eq!(register.use_step("m1", 5, 3), Ok(false), "there is none");
        assert_eq!(register.begin_second_factor("m1", "a"), Ok(true));
        assert_eq!(register.begin_second_factor("m1", "b"), Ok(true), "it was not confirmed");
        assert_eq!(register.use_step("m1", 5, 3), Ok(false), "nor may it be used");
        let codes = [[1; 32], [2; 32], [3; 32]];
        assert_eq!(register.confirm_second_factor("m1", "a", 7, &codes), Ok(false), "the seed is another one");
        assert_eq!(register.second_factor("m1"), Ok(Some((row("b", false, 0, 0), 0))));
        assert_eq!(register.confirm_second_factor("m1", "b", 7, &codes), Ok(true));
        assert_eq!(register.confirm_second_factor("m1", "b", 7, &codes), Ok(false), "it is confirmed");
        assert_eq!(register.begin_second_factor("m1", "c"), Ok(false));
        // A step is used once, and no earlier one after it.
        assert_eq!(register.use_step("m1", 7, 3), Ok(false));
        assert_eq!((register.use_step("m1", 9, 3), register.use_step("m1", 9, 3)), (Ok(true), Ok(false)));
        assert_eq!(register.use_step("m1", 8, 3), Ok(false));
        // So is a recovery code. It also ends a lock by wrong codes.
        for _ in 0..3 {
            assert_eq!(register.count_wrong_code("m1"), Ok(()));
        }
        assert_eq!(register.use_step("m1", 10, 3), Ok(false));
        assert_eq!(register.second_factor("m1"), Ok(Some((row("b", true, 9, 3), 3))));
        assert_eq!(register.use_recovery_code("m2", &codes[0]), Ok(false), "another account");
        assert_eq!(register.use_recovery_code("m1", &codes[0]), Ok(true));
        assert_eq!(register.use_recovery_code("m1", &codes[0]), Ok(false));
        assert_eq!(register.second_factor("m1"), Ok(Some((row("b", true, 9, 0), 2))));
        assert_eq!(register.use_step("m1", 10, 3), Ok(true));
        assert_eq!((register.remove_second_factor("m1"), register.remove_second_factor("m1")), (Ok(true), Ok(false)));
        assert_eq!(register.use_recovery_code("m1", &codes[1]), Ok(false));
    }
}

#[test]
fn a_removed_account_leaves_no_second_factor() {
    for place in places() {
        let register = place.open();
        let text = |text: &str| text.to_string();
        let secret = text("x");
        let ann = PersonRow { id: text("m1"), name: text("Ann"), folded: text("ann"), secret, since: 5, barred: false };
        assert_eq!(register.add_person(&ann), Ok(true));
        assert_eq!(register.begin_second_factor("m1", "a"), Ok(true));
        assert_eq!(register.confirm_second_factor("m1", "a", 1, &[[1; 32]]), Ok(true));
        assert_eq!(register.remove_person("m1"), Ok(true));
        assert_eq!(register.second_factor("m1"), Ok(None));
        assert_eq!(register.use_recovery_code("m1", &[1; 32]), Ok(false));
    }
}
