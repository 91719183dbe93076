use super::*;

fn lane(rules: Rules) -> Arc<Lane> {
    Arc::new(Lane::new(rules, Arc::new(Rates::new(0.0, 1.0))))
}

const RULES: Rules = Rules {
    places: 3,
    places_each: 2,
    memory: 300,
    memory_each: 200,
    queue: 8,
    queue_each: 4,
};

fn client(number: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, number])
}

/// The ticket, if it is this one's turn.
fn now(turn: &mut Turn) -> Option<Ticket> {
    turn.ticket.try_recv().ok()
}

#[test]
fn one_client_cannot_take_all_places() {
    let lane = lane(RULES);
    let mut greedy: Vec<Turn> = (0..4).map(|_| lane.join(client(1), 10).unwrap()).collect();
    let running: Vec<Ticket> = greedy.iter_mut().filter_map(now).collect();
    assert_eq!(running.len(), RULES.places_each);
    let mut other = lane.join(client(2), 10).unwrap();
    assert!(now(&mut other).is_some());
}

#[test]
fn one_client_cannot_fill_the_queue() {
    let lane = lane(RULES);
    let turns: Vec<_> = (0..20).map(|_| lane.join(client(1), 10)).collect();
    let accepted = turns.iter().filter(|turn| turn.is_ok()).count();
    assert_eq!(accepted, RULES.places_each + RULES.queue_each);
    assert!(lane.join(client(2), 10).is_ok());
}

#[test]
fn whoever_has_used_least_goes_first() {
    let work = Arc::new(Rates::new(1.0, 100.0));
    let lane = Arc::new(Lane::new(Rules { places: 1, ..RULES }, work.clone()));
    let mut first = lane.join(client(1), 10).unwrap();
    let running = now(&mut first).unwrap();
    let mut greedy = lane.join(client(1), 10).unwrap();
    let mut modest = lane.join(client(2), 10).unwrap();
    work.spend(client(1), 50.0);
    drop(running);
    assert!(now(&mut greedy).is_none());
    assert!(now(&mut modest).is_some());
}

#[test]
fn whoever_leaves_the_queue_makes_room() {
    let lane = lane(Rules {
        places: 1,
        queue: 2,
        queue_each: 2,
        ..RULES
    });
    let mut first = lane.join(client(1), 10).unwrap();
    let _running = now(&mut first).unwrap();
    let waiting = [
        lane.join(client(1), 10).unwrap(),
        lane.join(client(1), 10).unwrap(),
    ];
    assert!(lane.join(client(2), 10).is_err());
    drop(waiting);
    assert!(lane.join(client(2), 10).is_ok());
}

#[test]
fn memory_of_answers_is_held_until_they_are_sent() {
    let lane = lane(RULES);
    let mut first = lane.join(client(1), 200).unwrap();
    let Ticket { place, mut memory } = now(&mut first).unwrap();
    drop(place);
    let mut second = lane.join(client(1), 200).unwrap();
    assert!(now(&mut second).is_none());
    memory.shrink_to(20 * MEBIBYTE);
    assert!(now(&mut second).is_none());
    drop(memory);
    let ticket = now(&mut second).unwrap();
    assert_eq!(ticket.memory.bytes(), 200 * MEBIBYTE);
    // Never more than the total, for any client.
    let mut third = lane.join(client(2), 200).unwrap();
    assert!(now(&mut third).is_none());
    drop(ticket);
    assert!(now(&mut third).is_some());
    drop((first, second, third));
    assert!(lane.lock().clients.is_empty());
}

#[test]
fn the_wait_grows_with_the_queue() {
    let lane = lane(RULES);
    lane.lock().usual = Some(30.0);
    assert_eq!(lane.expected_wait(), 1);
    let turns: Vec<Turn> = (1..=6).map(|c| lane.join(client(c), 10).unwrap()).collect();
    assert_eq!(lane.expected_wait(), 60);
    drop(turns);
}
