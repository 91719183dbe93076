//! Variables by activity: a binary heap with the position of each variable.

const ABSENT: u32 = u32::MAX;

/// The variables that wait for a decision, the most active on top.
#[derive(Default)]
pub(super) struct Heap {
    /// Variables in heap order.
    order: Vec<u32>,
    /// Index of each variable in `order`.
    place: Vec<u32>,
    pub(super) activity: Vec<f64>,
}

impl Heap {
    /// Adds variables up to this many, which wait.
    pub(super) fn grow(&mut self, count: usize) {
        for variable in self.activity.len()..count {
            self.activity.push(0.0);
            self.place.push(ABSENT);
            self.insert(variable as u32);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let top = *self.order.first()?;
        let last = self.order.pop()?;
        self.place[top as usize] = ABSENT;
        if last != top {
            self.order[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    pub(super) fn insert(&mut self, variable: u32) {
        if self.place[variable as usize] == ABSENT {
            self.place[variable as usize] = self.order.len() as u32;
            self.order.push(variable);
            self.rise(self.order.len() - 1);
        }
    }

    /// Puts a variable right after its activity grew.
    pub(super) fn grew(&mut self, variable: u32) {
        let place = self.place[variable as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    pub(super) fn scale(&mut self, factor: f64) {
        for activity in &mut self.activity {
            *activity *= factor;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.order.capacity() * 4 + self.place.capacity() * 4 + self.activity.capacity() * 8
    }

    fn rise(&mut self, mut index: usize) {
        let variable = self.order[index];
        let activity = self.activity[variable as usize];
        while index > 0 {
            let parent = (index - 1) / 2;
            let above = self.order[parent];
            if self.activity[above as usize] >= activity {
                break;
            }
            self.order[index] = above;
            self.place[above as usize] = index as u32;
            index = parent;
        }
        self.order[index] = variable;
        self.place[variable as usize] = index as u32;
    }

    fn sink(&mut self, mut index: usize) {
        let variable = self.order[index];
        let activity = self.activity[variable as usize];
        loop {
            let mut child = 2 * index + 1;
            let Some(&left) = self.order.get(child) else {
                break;
            };
            let mut below = left;
            if let Some(&right) = self.order.get(child + 1)
                && self.activity[right as usize] > self.activity[left as usize]
            {
                child += 1;
                below = right;
            }
            if self.activity[below as usize] <= activity {
                break;
            }
            self.order[index] = below;
            self.place[below as usize] = index as u32;
            index = child;
        }
        self.order[index] = variable;
        self.place[variable as usize] = index as u32;
    }
}
